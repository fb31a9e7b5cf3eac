/**
 * The game stage must fit all of these: phones upright and on their side, a small desktop at 200 % zoom, a tablet and a
 * desktop.
 */
export const viewports = [
  [360, 800],
  [667, 375],
  [800, 360],
  [932, 430],
  [640, 450],
  [768, 1024],
  [1440, 900],
] as const
