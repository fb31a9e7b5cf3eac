import { expect, test } from 'vitest'
import { markupOf } from '#tests/setup/markup.tsx'
import { ExclusionText } from './exclusion-notice.tsx'

// Shows: 3.20.1
test.each([
  [4, 'Self-exclusion'],
  [5, 'Cooling-off period'],
] as const)('a limit of the definition %i is called %s', (definition, name) => {
  const exclusion = { definition, endsAt: '2027-01-01T00:00:00.000Z', isForced: false, isTermOver: false }
  const shown = markupOf(<ExclusionText exclusion={exclusion} />)
  expect(shown).toContain(`aria-label="${name}"`)
})
