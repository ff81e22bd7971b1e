/** Boxes on the board, and how wide a word is in the face that draws it. */
export type Box = [x0: number, y0: number, x1: number, y1: number];

const widths = new Map<string, number>();
let pen: CanvasRenderingContext2D | null = null;
if (typeof document !== 'undefined') void document.fonts?.ready.then(() => widths.clear());

/** The width of a word at size 1. */
export function widthOf(text: string, bold: boolean): number {
  const key = (bold ? '*' : '') + text;
  let width = widths.get(key);
  if (width === undefined) {
    pen ??= document.createElement('canvas').getContext('2d');
    if (!pen) return text.length * 0.55;
    const serif = getComputedStyle(document.documentElement).getPropertyValue('--serif') || 'serif';
    pen.font = `${bold ? 700 : 400} 100px ${serif}`;
    width = pen.measureText(text).width / 100;
    widths.set(key, width);
  }
  return width;
}

export const overlap = (a: Box, b: Box): boolean => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];

/** How much two boxes share. */
export const area = (a: Box, b: Box): number =>
  Math.max(0, Math.min(a[2], b[2]) - Math.max(a[0], b[0])) * Math.max(0, Math.min(a[3], b[3]) - Math.max(a[1], b[1]));
