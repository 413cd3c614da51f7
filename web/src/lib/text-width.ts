/** Measures text in the page's typeface. */
const MEASURED_SIZE = 100;
const widths = new Map<string, number>();
let canvas: CanvasRenderingContext2D | null | undefined;

/** Return the width of a text at a font size of 1. */
function widthPerSize(text: string, bold: boolean): number {
  const key = bold ? `b${text}` : `n${text}`;
  let width = widths.get(key);
  if (width === undefined) {
    canvas ??= document.createElement('canvas').getContext('2d');
    if (!canvas) return text.length * 0.6;
    canvas.font = `${bold ? 650 : 500} ${MEASURED_SIZE}px Figtree, system-ui, sans-serif`;
    width = canvas.measureText(text).width / MEASURED_SIZE;
    widths.set(key, width);
  }
  return width;
}

/** Return the largest font size up to `size` at which a text fits into the width `fit`. */
export function fitFontSize(text: string, size: number, fit: number, bold = false): number {
  return fit ? Math.min(size, fit / Math.max(widthPerSize(text, bold), 0.01)) : size;
}
