import { useEffect, useReducer } from 'react';
import { Drawing, type DrawingProps, type Shapes } from './drawing';
import { firstIcons } from './first-icons';
import type { moreIcons } from './more-icons';
import type { visitorIcons } from './visitor-icons';

export type IconName = keyof typeof firstIcons | keyof typeof moreIcons;

export interface IconProps extends Pick<DrawingProps, 'size'> {
  /** A name from a registry may be newer than this page: an unknown one is drawn as a plain circle. */
  name: IconName | (string & {});
}

let drawings: Record<string, Shapes> = firstIcons;
let isComplete = false;

/** Draws the icons of prerendered pages at once from now on: the server's HTML has them. */
export function addVisitorIcons(visitors: typeof visitorIcons): void {
  drawings = { ...drawings, ...visitors };
}

/** Draws all icons at once from now on. Without it they are loaded with the first that is lacking. */
export function addIcons(more: typeof moreIcons): void {
  drawings = { ...firstIcons, ...more };
  isComplete = true;
}

/** A decorative icon, hidden from screen readers. */
export function Icon({ name, size }: IconProps) {
  if (!Object.hasOwn(drawings, name) && !isComplete) return <LateIcon name={name} size={size} />;
  return <Drawing of={shapesOf(name)} size={size} />;
}

/** Keeps its place until it is loaded; without network the place stays empty. */
function LateIcon({ name, size }: IconProps) {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    void import(/* webpackChunkName: "inside" */ './more-icons').then(
      ({ moreIcons }) => {
        addIcons(moreIcons);
        redraw();
      },
      () => {},
    );
  }, []);
  return <Drawing of={isComplete ? shapesOf(name) : []} size={size} />;
}

const shapesOf = (name: string): Shapes =>
  (Object.hasOwn(drawings, name) && drawings[name]) || firstIcons.circle;
