/**
 * Pan and zoom: one scale and one offset, changed by wheel, drag, pinch and keys.
 *
 * The whole board is drawn at a *base* scale, on sheets of their own that the browser rasters where they are in sight.
 * While the map moves, only a CSS transform of these sheets changes, which costs the page nothing; it is drawn anew for
 * another scale alone, when a zoom comes to rest or has gone far.
 */
import { cancelFrame, isStill, nextFrame } from '../lib/frames';
import { isWanted } from '../table/wishes.svelte';
import { HEIGHT, WIDTH } from './board';
import labels from './data/labels.json';

const MAX_SCALE = 5;
const MARGIN = 60;
const REST = 130;

/** Who wants larger letters keeps the sparser lettering so much longer while the map comes nearer. */
const LARGER = 1.35;

/** Which set of labels belongs to a scale. */
export const zoomLevel = (scale: number, larger = false): number => {
  const level = labels.zooms.findIndex((z) => scale < z.below * (larger ? LARGER : 1));
  return level < 0 ? labels.zooms.length - 1 : level;
};

export class Viewport {
  width = $state(800);
  height = $state(600);
  scale = $state(0.6);
  x = $state(0);
  y = $state(0);
  base = $state.raw({ scale: 0.6 });
  /** The size of the drawing, the margins around the board counted in. */
  drawnWidth = $derived(Math.ceil((WIDTH + 2 * MARGIN) * this.base.scale));
  drawnHeight = $derived(Math.ceil((HEIGHT + 2 * MARGIN) * this.base.scale));
  level = $derived(zoomLevel(this.base.scale, isWanted('letters')));
  /** Pieces and marks keep a readable size on the screen: drawn larger on the board when far away. */
  pieceScale = $derived(Math.round(Math.min(3.2, Math.max(0.42, 1.2 / Math.pow(this.base.scale, 0.78))) * 20) / 20);
  /** Of the drawing inside the SVG. */
  transform = $derived.by(() => {
    const { scale } = this.base;
    return `translate(${(MARGIN * scale).toFixed(2)} ${(MARGIN * scale).toFixed(2)}) scale(${scale.toFixed(4)})`;
  });
  /** Of the SVG as a whole: where it lies. At rest by whole pixels, so that lines and letters stay sharp. */
  layer = $derived.by(() => {
    const r = this.scale / this.base.scale;
    const left = this.x - MARGIN * this.scale;
    const top = this.y - MARGIN * this.scale;
    return r === 1 ? `matrix(1,0,0,1,${Math.round(left)},${Math.round(top)})` : `matrix(${r},0,0,${r},${left},${top})`;
  });
  /** The first look has been taken. */
  started = $state(false);
  #glide = 0;
  #rest: ReturnType<typeof setTimeout> | undefined;
  #drawn = 0;
  #cost = 50;

  get minScale(): number {
    return Math.min(this.width / (WIDTH + 2 * MARGIN), this.height / (HEIGHT + 2 * MARGIN));
  }

  resize(width: number, height: number): void {
    if (width < 1 || height < 1) return;
    const centre = this.toBoard(this.width / 2, this.height / 2);
    this.width = width;
    this.height = height;
    this.scale = Math.max(this.scale, this.minScale);
    this.centre(centre.x, centre.y);
    this.settle();
  }

  toBoard(x: number, y: number): { x: number; y: number } {
    return { x: (x - this.x) / this.scale, y: (y - this.y) / this.scale };
  }

  toScreen(x: number, y: number): { x: number; y: number } {
    return { x: x * this.scale + this.x, y: y * this.scale + this.y };
  }

  /** Whether a point of the board can be seen. */
  sees(x: number, y: number): boolean {
    const p = this.toScreen(x, y);
    return p.x > 0 && p.y > 0 && p.x < this.width && p.y < this.height;
  }

  centre(x: number, y: number): void {
    this.x = this.width / 2 - x * this.scale;
    this.y = this.height / 2 - y * this.scale;
    this.#clamp();
  }

  pan(dx: number, dy: number): void {
    cancelFrame(this.#glide);
    this.x += dx;
    this.y += dy;
    this.#clamp();
  }

  /** Zooms so that the board point under (x, y) stays there. */
  zoomAt(x: number, y: number, factor: number): void {
    cancelFrame(this.#glide);
    const scale = Math.min(MAX_SCALE, Math.max(this.minScale, this.scale * factor));
    const real = scale / this.scale;
    this.x = x - (x - this.x) * real;
    this.y = y - (y - this.y) * real;
    this.scale = scale;
    this.#clamp();
  }

  zoom(factor: number): void {
    this.zoomAt(this.width / 2, this.height / 2, factor);
  }

  /** Shows a rectangle of the board as large as it fits. */
  fit(x0: number, y0: number, x1: number, y1: number): void {
    this.scale = Math.min(
      MAX_SCALE,
      Math.max(this.minScale, Math.min(this.width / (x1 - x0), this.height / (y1 - y0))),
    );
    this.centre((x0 + x1) / 2, (y0 + y1) / 2);
  }

  /** The first look: the whole board where there is room, else as much as is readable. */
  home(): void {
    this.fit(-MARGIN / 2, -MARGIN / 2, WIDTH + MARGIN / 2, HEIGHT + MARGIN / 2);
    if (this.scale < 0.3) {
      this.scale = Math.max(this.minScale, Math.min(0.42, this.height / (HEIGHT + MARGIN)));
      this.centre(1100, HEIGHT / 2);
    }
    this.settle();
  }

  /** Moves smoothly to a place; at once where motion is unwanted. */
  glideTo(x: number, y: number, scale = Math.max(this.scale, 1.1)): void {
    cancelFrame(this.#glide);
    const from = { ...this.toBoard(this.width / 2, this.height / 2), scale: this.scale };
    const target = Math.min(MAX_SCALE, Math.max(this.minScale, scale));
    if (isStill()) {
      this.scale = target;
      this.centre(x, y);
      this.settle();
      return;
    }
    const begin = performance.now();
    const step = (now: number): void => {
      const p = Math.min(1, (now - begin) / 320);
      const e = p * p * (3 - 2 * p);
      this.scale = from.scale * Math.pow(target / from.scale, e);
      this.centre(from.x + (x - from.x) * e, from.y + (y - from.y) * e);
      if (p < 1) this.#glide = nextFrame(step);
    };
    this.#glide = nextFrame(step);
  }

  /** Brings a point into sight if it is not, without changing the scale. */
  reveal(x: number, y: number): void {
    const p = this.toScreen(x, y);
    const edge = Math.min(90, this.width / 4);
    if (p.x < edge || p.y < edge || p.x > this.width - edge || p.y > this.height - edge) this.glideTo(x, y, this.scale);
  }

  /** Draws anew for the scale the map has now. */
  settle(): void {
    clearTimeout(this.#rest);
    if (this.base.scale === this.scale) return;
    this.#drawn = performance.now();
    this.base = { scale: this.scale };
    // A slow machine draws less often: what this drawing costs sets the pace of the next ones.
    const begin = performance.now();
    nextFrame(() =>
      nextFrame(() => {
        this.#cost = performance.now() - begin;
      }),
    );
  }

  #touch(): void {
    clearTimeout(this.#rest);
    const r = this.scale / this.base.scale;
    if (r === 1) return;
    const worn = r > 2.2 || r < 0.45;
    if (worn && performance.now() - this.#drawn > Math.max(220, 4 * this.#cost)) this.settle();
    else this.#rest = setTimeout(() => this.settle(), Math.max(REST, Math.min(1500, 1.5 * this.#cost)));
  }

  #clamp(): void {
    const bound = (offset: number, size: number, board: number): number => {
      const length = (board + 2 * MARGIN) * this.scale;
      const low = size - (board + MARGIN) * this.scale;
      const high = MARGIN * this.scale;
      return length <= size ? (size - board * this.scale) / 2 : Math.min(high, Math.max(low, offset));
    };
    this.x = bound(this.x, this.width, WIDTH);
    this.y = bound(this.y, this.height, HEIGHT);
    this.#touch();
  }
}
