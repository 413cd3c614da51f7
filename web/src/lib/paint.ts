/** The style words of a scene as paint: what `core/theme.py` says, with the same palettes; a test compares the two. */
import palettes from './palettes.json';

export interface Paint {
  fill: string;
  ink: string;
  stroke: string;
  width: number;
  lift: number;
  stripe: string;
  dash: readonly number[];
  bold: boolean;
}
export type Theme = 'light' | 'dark';
interface Colour {
  soft: string;
  full: string;
  line: string;
  ink: string;
  over: string;
}
type Palette = Omit<(typeof palettes)['light'], 'colours'> & { colours: Record<string, Colour> };

const SEATS = ['seat-0', 'seat-1', 'seat-2', 'seat-3'];
const HUES = ['red', 'yellow', 'blue', 'green', 'white', 'black', 'grey'];
const READABLE = 4.5;
const VISIBLE = 1.5;
const PLAIN: Paint = {
  fill: '',
  ink: '',
  stroke: 'none',
  width: 0,
  lift: 0,
  stripe: 'none',
  dash: [],
  bold: false,
};

const made = new Map<string, Paint>();

export function paint(style: string, theme: Theme): Paint {
  const key = `${theme} ${style}`;
  let found = made.get(key);
  if (!found) made.set(key, (found = mixed(style, theme)));
  return found;
}

function mixed(style: string, theme: Theme): Paint {
  const palette: Palette = palettes[theme];
  const [role = '', ...rest] = style.split(' ');
  const seat = rest.find((word) => SEATS.includes(word)) ?? '';
  const hue = rest.find((word) => HUES.includes(word)) ?? '';
  const dim = rest.includes('dim');
  let found: Paint;
  if (role === 'text') {
    const cell = hue ? paint(dim ? `cell ${hue} dim` : `cell ${hue}`, theme) : null;
    const ink = cell ? cell.ink : dim ? palette.faint : seat ? palette.colours[seat]!.ink : palette.ink;
    found = { ...PLAIN, fill: ink, ink };
  } else {
    found = area(palette, role, seat, hue);
    if (dim) found = dimmed(palette, role, hue, found);
    found = { ...found, ink: legible(found.ink, found.fill) };
  }
  return rest.includes('strong') ? { ...found, bold: true, width: found.width * 2 } : found;
}

function area(palette: Palette, role: string, seat: string, hue: string): Paint {
  const colour = palette.colours[seat || hue];
  switch (role) {
    case 'page':
      return { ...PLAIN, fill: palette.page, ink: palette.ink };
    case 'panel': {
      const frame = colour && (contrast(colour.full, palette.page) >= VISIBLE ? colour.full : colour.line);
      return { ...PLAIN, fill: palette.panel, ink: palette.ink, stroke: frame ?? palette.rule, width: 0.2 };
    }
    case 'board':
      return {
        ...PLAIN,
        fill: palette.board,
        ink: palette.faint,
        stroke: palette.rule,
        width: 0.2,
        lift: 0.6,
      };
    case 'cell':
      return cell(palette, seat, hue);
    case 'spot':
      return { ...PLAIN, fill: palette.spot, ink: palette.ink };
    case 'mark':
      return {
        ...PLAIN,
        fill: palette.dot,
        ink: palette.ink,
        stroke: colour?.line ?? palette.faint,
        width: 0.25,
      };
    default:
      return piece(colour ?? palette.colours.grey!, seat);
  }
}

function cell(palette: Palette, seat: string, hue: string): Paint {
  const colour = palette.colours[hue];
  const fill = colour?.soft ?? palette.cell;
  const ink = colour?.ink ?? palette.faint;
  if (!seat)
    return { ...PLAIN, fill, ink, stroke: mix(fill, colour?.line ?? palette.spot, 0.25), width: 0.2 };
  const owner = palette.colours[seat]!;
  return { ...PLAIN, fill: mix(fill, owner.soft, 0.25), ink, stroke: owner.full, width: 0.7 };
}

function piece(colour: Colour, seat: string): Paint {
  const plain = {
    ...PLAIN,
    fill: colour.full,
    ink: colour.over,
    stroke: colour.line,
    width: 0.35,
    lift: 0.35,
  };
  if (seat === 'seat-1') return { ...plain, stripe: colour.soft };
  if (seat === 'seat-2') return { ...plain, stripe: colour.line, dash: [1, 0.8] };
  if (seat === 'seat-3') return { ...plain, stripe: colour.line, dash: [0, 0.8] };
  return plain;
}

function dimmed(palette: Palette, role: string, hue: string, found: Paint): Paint {
  if (role === 'mark') {
    const ground = palette.colours[hue]?.soft ?? palette.cell;
    return { ...found, fill: mix(found.stroke, ground, 0.75), stroke: mix(found.stroke, ground, 0.4) };
  }
  const ground = role === 'piece' ? palette.panel : palette.board;
  return {
    ...found,
    fill: mix(found.fill, ground, 0.7),
    stroke: mix(found.stroke, ground, 0.5),
    ink: palette.faint,
  };
}

function parts(colour: string): number[] {
  return [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
}

/** As Python rounds: halves to the even number. */
function rounded(number: number): number {
  const low = Math.floor(number);
  return number - low === 0.5 ? low + (low % 2) : Math.round(number);
}

function mix(one: string, other: string, share: number): string {
  if (one === 'none') return one;
  const end = parts(other);
  const mixed = parts(one).map((part, at) => rounded(part + (end[at]! - part) * share));
  return `#${mixed.map((part) => part.toString(16).padStart(2, '0').toUpperCase()).join('')}`;
}

function legible(colour: string, ground: string): string {
  const end = contrast('#000000', ground) >= contrast('#FFFFFF', ground) ? '#000000' : '#FFFFFF';
  for (let step = 0; step < 20; step++) {
    const tried = mix(colour, end, step / 20);
    if (contrast(tried, ground) >= READABLE) return tried;
  }
  return end;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = parts(colour).map((part) =>
    part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
