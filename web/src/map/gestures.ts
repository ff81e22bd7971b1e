/** Turns pointers, wheel and keys into pan, zoom and taps. */
import type { Viewport } from './viewport.svelte';

export interface GestureHandlers {
  /** Return true if the tap meant something: a double click that means something does not zoom. */
  tap(x: number, y: number): boolean;
  hover(x: number, y: number): void;
  leave(): void;
  /** Return true to take the drag for a piece instead of moving the map. */
  dragStart(x: number, y: number): boolean;
  dragMove(x: number, y: number): void;
  dragEnd(x: number, y: number, cancelled: boolean): void;
}

const SLOP = 6;

/** Attaches to the map element; returns what detaches. */
export function attachGestures(element: HTMLElement | SVGSVGElement, view: Viewport, on: GestureHandlers): () => void {
  const fingers = new Map<number, { x: number; y: number }>();
  let origin = { x: 0, y: 0 };
  let moved = false;
  let dragging = false;
  let spread = 0;
  let meant = false;

  const local = (e: { clientX: number; clientY: number }): { x: number; y: number } => {
    const box = element.getBoundingClientRect();
    return { x: e.clientX - box.left, y: e.clientY - box.top };
  };
  const pair = (): { x: number; y: number; d: number } => {
    const [a, b] = [...fingers.values()];
    if (!a || !b) return { x: 0, y: 0, d: 1 };
    return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, d: Math.hypot(a.x - b.x, a.y - b.y) || 1 };
  };

  const down = (e: PointerEvent): void => {
    if (e.button !== 0 && e.pointerType === 'mouse') return;
    const p = local(e);
    fingers.set(e.pointerId, p);
    if (fingers.size === 1) {
      origin = p;
      moved = false;
      dragging = false;
    } else if (fingers.size === 2) {
      if (dragging) on.dragEnd(p.x, p.y, true);
      dragging = false;
      moved = true;
      spread = pair().d;
    }
  };
  const move = (e: PointerEvent): void => {
    const p = local(e);
    const before = fingers.get(e.pointerId);
    if (!before) {
      if (e.pointerType === 'mouse') on.hover(p.x, p.y);
      return;
    }
    if (fingers.size === 2) {
      const old = pair();
      fingers.set(e.pointerId, p);
      const now = pair();
      view.zoomAt(now.x, now.y, now.d / spread);
      view.pan(now.x - old.x, now.y - old.y);
      spread = now.d;
      return;
    }
    if (!moved && Math.hypot(p.x - origin.x, p.y - origin.y) > SLOP) {
      moved = true;
      dragging = on.dragStart(origin.x, origin.y);
      element.setPointerCapture(e.pointerId);
    }
    if (moved) {
      if (dragging) on.dragMove(p.x, p.y);
      else view.pan(p.x - before.x, p.y - before.y);
    }
    fingers.set(e.pointerId, p);
  };
  const up = (e: PointerEvent): void => {
    if (!fingers.delete(e.pointerId)) return;
    const p = local(e);
    if (dragging && fingers.size === 0) on.dragEnd(p.x, p.y, e.type === 'pointercancel');
    else if (!moved && e.type === 'pointerup') meant = on.tap(p.x, p.y);
    if (fingers.size === 1) moved = true;
  };
  const leave = (): void => {
    if (fingers.size === 0) on.leave();
  };
  const wheel = (e: WheelEvent): void => {
    e.preventDefault();
    const p = local(e);
    const unit = e.deltaMode === 1 ? 16 : 1;
    view.zoomAt(p.x, p.y, Math.exp(-e.deltaY * unit * (e.ctrlKey ? 0.01 : 0.0016)));
  };
  const twice = (e: MouseEvent): void => {
    if (meant) return;
    const p = local(e);
    view.zoomAt(p.x, p.y, e.shiftKey ? 0.6 : 1.7);
  };

  const target = element as HTMLElement;
  target.addEventListener('pointerdown', down);
  target.addEventListener('pointermove', move);
  target.addEventListener('pointerup', up);
  target.addEventListener('pointercancel', up);
  target.addEventListener('pointerleave', leave);
  target.addEventListener('wheel', wheel, { passive: false });
  target.addEventListener('dblclick', twice);
  return () => {
    target.removeEventListener('pointerdown', down);
    target.removeEventListener('pointermove', move);
    target.removeEventListener('pointerup', up);
    target.removeEventListener('pointercancel', up);
    target.removeEventListener('pointerleave', leave);
    target.removeEventListener('wheel', wheel);
    target.removeEventListener('dblclick', twice);
  };
}
