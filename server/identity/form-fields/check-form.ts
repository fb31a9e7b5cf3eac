/** Validates a form against its rules, with messages in the caller's language. */
import { faultOf } from '#contract/fields/rules.ts'
import type { Ctx } from '../../deps.ts'
import { fieldsOf, type ProfileOwner, type Scenario } from './form-fields.ts'
import { playerTexts } from '../../kernel/player-texts.ts'

export type FieldFaults = Record<string, string[]>

/** Field id -> messages for every invalid field; empty if all are valid. `only` limits the check to those fields. */
export function faultsOfForm(
  ctx: Ctx,
  scenario: Scenario,
  values: Record<string, unknown>,
  only?: string[],
  owner: ProfileOwner = null,
): FieldFaults {
  const { messages, nameOf } = playerTexts(ctx)
  const context = { today: ctx.clock.now(), valueOf: (id: string) => values[id], nameOf }
  const faults: FieldFaults = {}
  for (const { id, rules, editable } of fieldsOf(scenario, ctx.settings, owner)) {
    if (!editable || (only && !only.includes(id))) continue
    const fault = faultOf(values[id], rules, context, messages)
    if (fault) faults[id] = [fault]
  }
  return faults
}

export function hasFaults(faults: FieldFaults): boolean {
  return Object.keys(faults).length > 0
}
