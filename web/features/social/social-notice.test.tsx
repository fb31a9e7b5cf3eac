import { expect, test } from 'vitest'
import { contentOf, directoryOf, labelsOf } from '#tests/setup/content.ts'
import { textOf } from '#tests/setup/markup.tsx'
import { apiKey } from '../../api/use-api.ts'
import { socialFlags } from './flags.ts'
import { SocialNotice } from './social-notice.tsx'

const alerts = apiKey('GET /api/content/{locale}/{directory}', { params: { locale: 'en', directory: 'alerts' } })
const shown = (flag: string) =>
  textOf(<SocialNotice />, {
    search: `?sign-in=${flag}`,
    isSignedIn: false,
    answers: [[alerts, directoryOf('alerts')]],
  })

// Shows: 4.1.2
test('the flag of an unverified address shows that message, every other flag its own, and no flag none', () => {
  const { socialEmailMissing, accountBlocked } = contentOf('alerts/profile') as Record<
    string,
    { title: string; description: string }
  >
  const both = ({ title, description }: { title: string; description: string }) => `${title} ${description}`
  const { refused, unavailable, busy } = labelsOf('social')
  expect(Object.fromEntries(socialFlags.map((flag) => [flag, shown(flag)]))).toEqual({
    'social-email': both(socialEmailMissing!),
    'social-blocked': both(accountBlocked!),
    'social-refused': refused,
    'social-unavailable': unavailable,
    'social-busy': busy,
  })
  expect(shown('true')).toBe('')
  expect(socialEmailMissing!.description).toMatch(/verif|confirm/i)
})
