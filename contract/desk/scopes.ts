/** What operators may do at the desk: an area and a level. A level includes those before it in `levels`. */
export const areas = [
  'players',
  'cashier',
  'games',
  'rewards',
  'campaigns',
  'content',
  'protection',
  'support',
  'complaints',
  'reports',
  'operators',
  'audit',
] as const
export const levels = ['read', 'do', 'decide'] as const
export type Scope = `${(typeof areas)[number]}:${(typeof levels)[number]}`

export const scopes = areas.flatMap((area) => levels.map((level) => `${area}:${level}` as const))

/** Whether any of the scopes is the required one or a higher level of its area. */
export function includesScope(held: readonly string[], required: Scope): boolean {
  const [area, level] = required.split(':') as [string, (typeof levels)[number]]
  return levels.slice(levels.indexOf(level)).some((each) => held.includes(`${area}:${each}`))
}
