import { label } from '../labels.ts'

const dayMs = 86_400_000

/** How many days are left, or how many have passed since the complaint was due. */
export function clockText(dueAt: string, now = Date.now()): string {
  const days = Math.ceil((Date.parse(dueAt) - now) / dayMs)
  return days >= 0 ? label('complaints.dueIn', { days }) : label('complaints.overdue', { days: -days })
}
