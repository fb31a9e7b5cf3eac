import { z } from 'zod'
import { HarmMarker } from '#contract/harm.ts'
import type { MarkerRow } from '../act-on-markers.ts'

/** The operator's comment is internal. */
export function present(row: MarkerRow & { day_text: string }): HarmMarker {
  return z.parse(HarmMarker, {
    id: String(row.id),
    indicator: row.indicator,
    measure: row.measure,
    level: row.level,
    counted: Number(row.counted),
    threshold: Number(row.threshold),
    days: row.days,
    day: row.day_text,
    raisedAt: row.raised_at.toISOString(),
    state: row.state,
    contest:
      row.contested_at && row.contest !== null ? { at: row.contested_at.toISOString(), text: row.contest } : null,
    decidedAt: row.decided_at?.toISOString() ?? null,
  })
}
