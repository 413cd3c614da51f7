/** Copies of tokens and shapes, to be moved above the table. */
const SVG = 'http://www.w3.org/2000/svg';

/** Copy a token with its size, for the upper left corner of a layer. */
export function copyToken(token: HTMLElement): HTMLElement {
  const copy = token.cloneNode(true) as HTMLElement;
  for (const part of [copy, ...copy.querySelectorAll<HTMLElement>('[data-target], [data-token]')]) {
    delete part.dataset.target;
    delete part.dataset.token;
  }
  copy.inert = true;
  const { offsetWidth, offsetHeight } = token; // without the token's turn in a fan
  Object.assign(copy.style, { position: 'absolute', left: '0', top: '0', margin: '0', outline: 'none' });
  Object.assign(copy.style, {
    width: `${offsetWidth}px`,
    height: `${offsetHeight}px`,
    transformOrigin: '0 0',
  });
  copy.style.animation = copy.style.transition = 'none';
  return copy;
}

/** Copy a shape of a board into a picture of its own, exactly above the board. */
export function copyShape(shape: SVGElement): SVGElement {
  const board = shape.closest<SVGSVGElement>('svg.scene')!;
  const { left, top, width, height } = board.getBoundingClientRect();
  const picture = document.createElementNS(SVG, 'svg');
  picture.setAttribute('viewBox', board.getAttribute('viewBox')!);
  Object.assign(picture.style, { position: 'absolute', overflow: 'visible' });
  Object.assign(picture.style, { left: `${left}px`, top: `${top}px` });
  Object.assign(picture.style, { width: `${width}px`, height: `${height}px` });
  const copy = shape.cloneNode(true) as SVGElement;
  copy.classList.add('lifted');
  delete copy.dataset.key;
  picture.append(copy);
  return picture;
}

export function showIn(layer: Element, copy: Element): void {
  layer.append(copy);
}
