/** Makes a scene from what has changed since the one before it.
 *
 * The server names things by their place in what we have: those of the last scene, then former ones, which may come
 * back. It keeps the same memory by the same rule. See `core/scene_diff.py`.
 */
import type { Panel, Path, Row, Scene, SceneDiff, Shape, Target, Token } from './api';

const MAX_FORMER = 400; // of each kind; the server has the same limit

type Part<T> = T | [number, number] | number;
type ShapePart = NonNullable<SceneDiff['shapes']>[number];
type ShapePatch = Extract<ShapePart, { shape: 'patch' }>;
type PanelPart = NonNullable<SceneDiff['panels']>[number];
type PanelChanges = Extract<PanelPart, [number, unknown]>[1];
type RowPart = NonNullable<PanelChanges['rows']>[number];
type TokenPart = NonNullable<Extract<RowPart, [number, unknown]>[1]['tokens']>[number];

export interface SceneMemory {
  readonly scene: Scene;
  // things of earlier scenes that this one lacks, those that left last first
  readonly shapes: readonly Shape[];
  readonly targets: readonly Target[];
  readonly paths: readonly Path[];
}

export function rememberScene(scene: Scene): SceneMemory {
  return { scene, shapes: [], targets: [], paths: [] };
}

/** Return the next scene, and what to remember: spectators remember the scene only. */
export function applySceneDiff(memory: SceneMemory, diff: SceneDiff, isSpectator = true): SceneMemory {
  const old = memory.scene;
  const scene: Scene = {
    ...old,
    width: diff.width ?? old.width,
    height: diff.height ?? old.height,
    ground: diff.ground ?? old.ground,
    shapes: diff.shapes ? applyToShapes([...old.shapes, ...memory.shapes], diff.shapes) : old.shapes,
    panels: diff.panels?.map((part) => applyToPanel(old.panels, part)) ?? old.panels,
    prompt: diff.prompt ?? old.prompt,
    targets: diff.targets ? pick([...old.targets, ...memory.targets], diff.targets) : old.targets,
    paths: diff.paths ? pick([...old.paths, ...memory.paths], diff.paths) : old.paths,
    hint: diff.hint ?? old.hint,
    steps: diff.steps ?? old.steps,
    flights: diff.flights ?? old.flights,
    moments: diff.moments ?? old.moments,
  };
  if (isSpectator) return rememberScene(scene);
  return {
    scene,
    shapes: diff.shapes ? formerItems(old.shapes, memory.shapes, scene.shapes, keyOf) : memory.shapes,
    targets: diff.targets ? formerItems(old.targets, memory.targets, scene.targets, keyOf) : memory.targets,
    paths: diff.paths ? formerItems(old.paths, memory.paths, scene.paths, pathKey) : memory.paths,
  };
}

function keyOf({ key }: { key: string }): string {
  return key;
}

function pathKey({ move, targets }: Path): string {
  return [move, ...targets].join('\n');
}

function formerItems<T>(
  old: readonly T[],
  former: readonly T[],
  shown: readonly T[],
  keyFor: (item: T) => string,
): T[] {
  const keys = new Set(shown.map(keyFor));
  return [...old, ...former].filter((item) => !keys.has(keyFor(item))).slice(0, MAX_FORMER);
}

function pick<T>(have: readonly T[], parts: readonly Part<T>[]): T[] {
  return parts.flatMap((part) => {
    if (typeof part === 'number') return [have[part]!];
    return Array.isArray(part) ? have.slice(part[0], part[0] + part[1]) : [part];
  });
}

function applyToShapes(have: readonly Shape[], parts: readonly ShapePart[]): Shape[] {
  return pick<Shape | ShapePatch>(have, parts).map((part) =>
    part.shape === 'patch' ? patchShape(have[part.at]!, part) : part,
  );
}

function patchShape(old: Shape, patch: ShapePatch): Shape {
  const { shapes, ...fields }: Partial<ShapePatch> = patch;
  delete fields.at;
  delete fields.shape;
  const inside = shapes && old.shape === 'group' ? { shapes: applyToShapes(old.shapes, shapes) } : {};
  return { ...old, ...fields, ...inside } as Shape;
}

function applyToPanel(old: readonly Panel[], part: PanelPart): Panel {
  if (typeof part === 'number') return old[part]!;
  if (!Array.isArray(part)) return part;
  const panel = old[part[0]]!;
  const { rows, ...fields } = part[1];
  return {
    ...panel,
    ...fields,
    rows: rows?.map((row) => applyToRow(panel.rows, row)) ?? panel.rows,
  } as Panel;
}

function applyToRow(old: readonly Row[], part: RowPart): Row {
  if (typeof part === 'number') return old[part]!;
  if (!Array.isArray(part)) return part;
  const row = old[part[0]]!;
  const { tokens, ...fields } = part[1];
  return {
    ...row,
    ...fields,
    tokens: tokens?.map((token) => applyToToken(row.tokens, token)) ?? row.tokens,
  } as Row;
}

function applyToToken(old: readonly Token[] | undefined, part: TokenPart): Token {
  if (typeof part === 'number') return old![part]!;
  return Array.isArray(part) ? ({ ...old![part[0]]!, ...part[1] } as Token) : part;
}
