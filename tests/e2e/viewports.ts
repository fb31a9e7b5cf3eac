/** Phones upright and on their side, a tablet and a desktop: the game stage fits all of them. */
export const viewports = [
  [360, 800],
  [667, 375],
  [800, 360],
  [932, 430],
  [768, 1024],
  [1440, 900],
] as const
