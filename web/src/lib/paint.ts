/** Turns the style words of a scene into colours, like `core/theme.py`. A test keeps the two equal. */
import palettes from './palettes.json';

export interface Paint {
  fill: string;
  ink: string;
  stroke: string;
  width: number;
  elevation: number;
  stripe: string;
  dash: readonly number[];
  bold: boolean;
  dashed: boolean;
  hatch: string;
}
export type Theme = 'light' | 'dark' | 'night';
/** What the reader has chosen in addition to the theme. */
export interface Look {
  palette: 'standard' | 'distinct';
  hasMoreContrast: boolean;
}
interface Colour {
  soft: string;
  full: string;
  line: string;
  ink: string;
  over: string;
}
type Palette = Omit<(typeof palettes)['light'], 'colours'> & { colours: Record<string, Colour> };
type Hue = keyof typeof palettes.art;

const SEATS = ['seat-0', 'seat-1', 'seat-2', 'seat-3'];
const HUES = ['red', 'yellow', 'blue', 'green', 'white', 'black', 'grey'];
const TEXT_CONTRAST = 4.5; // WCAG AA
const FRAME_CONTRAST = 1.5;
const OUTLINE_CONTRAST = 3; // WCAG AA for graphics
const MIN_OUTLINE = 0.45;
const NO_PAINT: Paint = {
  fill: '',
  ink: '',
  stroke: 'none',
  width: 0,
  elevation: 0,
  stripe: 'none',
  dash: [],
  bold: false,
  dashed: false,
  hatch: 'none',
};
const SHADES = ['soft', 'full', 'line', 'ink', 'over'];

const cache = new Map<string, Paint>();
let look: () => Look = () => ({ palette: 'standard', hasMoreContrast: false });

/** Set where to read the reader's choice. Each paint reads it again, so a change shows at once. */
export function setLook(read: () => Look): void {
  look = read;
}

/** The name of the palette for a theme, with the colours that the reader has chosen. */
function paletteOf(theme: Theme, colours = look().palette): Palette {
  const name = colours === 'standard' ? theme : `${theme}-distinct`;
  return (palettes as unknown as Record<string, Palette>)[name]!;
}

/** The palette for a scene on some ground. */
export function themeOn(ground: string | undefined, theme: Theme): Theme {
  return ground === 'night' ? 'night' : theme;
}

/** Return the paint for a style, with the colours and the contrast that the reader has chosen. */
export function paintFor(style: string, theme: Theme, palette = look().palette): Paint {
  const { hasMoreContrast } = look();
  const key = `${theme} ${palette} ${hasMoreContrast} ${style}`;
  let cached = cache.get(key);
  if (!cached) {
    cached = makePaint(style, theme, palette);
    if (hasMoreContrast) cached = strengthen(cached, style.split(' ')[0]!, paletteOf(theme, palette));
    cache.set(key, cached);
  }
  return cached;
}

/** Outline everything clearly, and let lines and dots stand out from the board. */
function strengthen(paint: Paint, role: string, palette: Palette): Paint {
  if (role === 'text' || role === 'coordinate')
    return { ...paint, fill: ensureContrast(paint.fill, palette.board) };
  if (role === 'spot' || role === 'link')
    return { ...paint, fill: ensureContrast(paint.fill, palette.board, OUTLINE_CONTRAST) };
  if (role === 'page' || role === 'area' || paint.fill === '') return paint;
  const stroke = paint.stroke === 'none' ? palette.ink : paint.stroke;
  const width = Math.max(paint.width * 1.5, MIN_OUTLINE);
  return { ...paint, stroke: ensureContrast(stroke, paint.fill, OUTLINE_CONTRAST), width };
}

function makePaint(style: string, theme: Theme, colours: Look['palette']): Paint {
  const palette = paletteOf(theme, colours);
  const [role = '', ...rest] = style.split(' ');
  const seat = rest.find((word) => SEATS.includes(word)) ?? '';
  const hue = rest.find((word) => HUES.includes(word) || (role === 'art' && word in palettes.art)) ?? '';
  const dim = rest.includes('dim');
  let result: Paint;
  if (role === 'text' || role === 'coordinate') {
    const cell = hue ? paintFor(dim ? `cell ${hue} dim` : `cell ${hue}`, theme, colours) : null;
    const ink = cell ? cell.ink : dim ? palette.faint : seat ? palette.colours[seat]!.ink : palette.ink;
    result = { ...NO_PAINT, fill: ink, ink };
  } else if (role === 'link' || role === 'way' || role === 'art') {
    result = drawnPaint(palette, role, palette.colours[seat || hue] ?? palettes.art[hue as Hue]);
    if (dim) result = { ...result, fill: mix(result.fill, palette.board, 0.6) };
  } else {
    result = areaPaint(palette, role, seat, hue);
    if (dim) result = dimPaint(palette, role, hue, result);
    result = { ...result, ink: ensureContrast(result.ink, result.fill) };
  }
  if (rest.includes('hatched')) {
    const line = result.stroke === 'none' ? palette.ink : result.stroke;
    result = { ...result, hatch: mix(result.fill, line, 0.5) };
  }
  const strong = rest.includes('strong');
  return {
    ...result,
    bold: strong,
    width: result.width * (strong ? 2 : 1),
    dashed: rest.includes('dashed'),
  };
}

/** Return the colour that words of a symbol stand for. `own` is the style it is used with. */
export function shadeFor(words: string, own: string, theme: Theme): string {
  const palette = paletteOf(theme);
  const all = words.split(' ');
  const last = all.pop()!;
  if (!all.length && !SHADES.includes(last))
    return last === 'text' ? palette.ink : (palette[last as keyof Palette] as string);
  const ownWords = own.split(' ');
  const chosen = all[0] ?? ownWords.find((word) => word in palette.colours || word in palettes.art) ?? 'grey';
  const colour: Colour = palettes.art[chosen as Hue] ?? palette.colours[chosen]!;
  const found = colour[last as keyof Colour];
  return ownWords.includes('dim') && !all.length ? mix(found, palette.board, 0.6) : found;
}

function drawnPaint(palette: Palette, role: string, colour: Colour | undefined): Paint {
  if (role === 'way') return { ...NO_PAINT, fill: palette.accent, ink: palette.accent };
  if (role === 'art') {
    const chosen = colour ?? palette.colours.grey!;
    return { ...NO_PAINT, fill: chosen.full, ink: chosen.over, stroke: chosen.line };
  }
  const drawn = colour ? colour.full : mix(palette.faint, palette.board, 0.4);
  return { ...NO_PAINT, fill: drawn, ink: drawn };
}

function areaPaint(palette: Palette, role: string, seat: string, hue: string): Paint {
  const colour = palette.colours[seat || hue];
  switch (role) {
    case 'page':
      return { ...NO_PAINT, fill: palette.page, ink: palette.ink };
    case 'panel': {
      const frame =
        colour && (contrast(colour.full, palette.page) >= FRAME_CONTRAST ? colour.full : colour.line);
      return {
        ...NO_PAINT,
        fill: palette.panel,
        ink: palette.ink,
        stroke: frame ?? palette.rule,
        width: 0.2,
      };
    }
    case 'board':
      return {
        ...NO_PAINT,
        fill: palette.board,
        ink: palette.faint,
        stroke: palette.rule,
        width: 0.2,
        elevation: 0.6,
      };
    case 'cell':
      return cellPaint(palette, seat, hue);
    case 'spot':
      return { ...NO_PAINT, fill: palette.spot, ink: palette.ink };
    case 'card':
      return {
        ...NO_PAINT,
        fill: palette.paper,
        ink: palette.ink,
        stroke: colour?.full ?? palette.edge,
        width: 0.25,
        elevation: 0.5,
      };
    case 'back':
      return {
        ...NO_PAINT,
        fill: palette.back,
        ink: palette.back_line,
        stroke: colour?.full ?? palette.back_line,
        width: 0.25,
        elevation: 0.5,
      };
    case 'area': {
      const fill = colour ? mix(colour.soft, palette.board, 0.35) : palette.board;
      return { ...NO_PAINT, fill, ink: palette.ink };
    }
    case 'mark':
      return {
        ...NO_PAINT,
        fill: palette.dot,
        ink: palette.ink,
        stroke: colour?.line ?? palette.faint,
        width: 0.25,
      };
    default:
      return piecePaint(colour ?? palette.colours.grey!, seat);
  }
}

function cellPaint(palette: Palette, seat: string, hue: string): Paint {
  const colour = palette.colours[hue];
  const fill = colour?.soft ?? palette.cell;
  const ink = colour?.ink ?? palette.faint;
  if (!seat)
    return { ...NO_PAINT, fill, ink, stroke: mix(fill, colour?.line ?? palette.spot, 0.25), width: 0.2 };
  const owner = palette.colours[seat]!;
  return { ...NO_PAINT, fill: mix(fill, owner.soft, 0.25), ink, stroke: owner.full, width: 0.7 };
}

function piecePaint(colour: Colour, seat: string): Paint {
  const plain = {
    ...NO_PAINT,
    fill: colour.full,
    ink: colour.over,
    stroke: colour.line,
    width: 0.35,
    elevation: 0.35,
  };
  if (seat === 'seat-1') return { ...plain, stripe: colour.soft };
  if (seat === 'seat-2') return { ...plain, stripe: colour.line, dash: [1, 0.8] };
  if (seat === 'seat-3') return { ...plain, stripe: colour.line, dash: [0, 0.8] };
  return plain;
}

function dimPaint(palette: Palette, role: string, hue: string, paint: Paint): Paint {
  if (role === 'mark') {
    const ground = palette.colours[hue]?.soft ?? palette.cell;
    return { ...paint, fill: mix(paint.stroke, ground, 0.75), stroke: mix(paint.stroke, ground, 0.4) };
  }
  const ground = role === 'piece' ? palette.panel : palette.board;
  return {
    ...paint,
    fill: mix(paint.fill, ground, 0.7),
    stroke: mix(paint.stroke, ground, 0.5),
    ink: palette.faint,
  };
}

function channels(colour: string): number[] {
  return [1, 3, 5].map((start) => parseInt(colour.slice(start, start + 2), 16));
}

/** Round like Python, halves to the even number, so that both sides get the same colour. */
function roundHalfToEven(number: number): number {
  const low = Math.floor(number);
  return number - low === 0.5 ? low + (low % 2) : Math.round(number);
}

function mix(colour: string, other: string, fraction: number): string {
  if (colour === 'none') return colour;
  const end = channels(other);
  const mixed = channels(colour).map((channel, index) =>
    roundHalfToEven(channel + (end[index]! - channel) * fraction),
  );
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0').toUpperCase()).join('')}`;
}

function ensureContrast(colour: string, ground: string, wanted = TEXT_CONTRAST): string {
  const end = contrast('#000000', ground) >= contrast('#FFFFFF', ground) ? '#000000' : '#FFFFFF';
  for (let step = 0; step < 20; step++) {
    const candidate = mix(colour, end, step / 20);
    if (contrast(candidate, ground) >= wanted) return candidate;
  }
  return end;
}

function contrast(colour: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(colour), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channels(colour)
    .map((channel) => channel / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
