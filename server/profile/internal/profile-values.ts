/** Converts submitted profile values to their stored form: some fields are columns, the others details. */
import { isEmpty } from '#contract/fields/empty.ts'
import { readDate } from '#contract/fields/dates.ts'
import { profileDetails, type updateProfile } from '#contract/identity.ts'
import type { VerbInput } from '#contract/endpoint.ts'
import { isTimeZone } from '../../kernel/time-zones.ts'
import { isLocale } from '../../kernel/locales.ts'

export type ProfileInput = VerbInput<typeof updateProfile>
type DetailId = (typeof profileDetails)[number]

/** The column of each field that has one. */
const columns = {
  firstName: 'first_name',
  lastName: 'last_name',
  nickname: 'nickname',
  locale: 'locale',
  freshchatRestoreId: 'freshchat_restore_id',
} as const
const flags = { receiveEmailPromo: 'receives_email_promo', receiveSmsPromo: 'receives_sms_promo' } as const

export function columnsOf(input: ProfileInput): Record<string, string | boolean | null> {
  const texts = entries(columns).flatMap(([field, column]) =>
    input[field] === undefined ? [] : [[column, input[field].trim() || null] as const],
  )
  const choices = entries(flags).flatMap(([field, column]) =>
    input[field] === undefined ? [] : [[column, input[field] === 1] as const],
  )
  return Object.fromEntries([
    ...texts,
    ...choices,
    ...(input.pwaInstalled === undefined ? [] : [['pwa_installed', input.pwaInstalled] as const]),
    ...(input.showsNickname === undefined ? [] : [['shows_nickname', input.showsNickname] as const]),
  ])
}

/** Details to set, and details to remove. */
export function detailsOf(input: ProfileInput): { given: Record<string, string>; taken: string[] } {
  const submitted = profileDetails.filter((id) => input[id] !== undefined)
  const isTaken = (id: DetailId) => isEmpty(input[id])
  return {
    given: Object.fromEntries(submitted.filter((id) => !isTaken(id)).map((id) => [id, plain(id, input[id]!)])),
    taken: submitted.filter(isTaken),
  }
}

/** Canonical forms: dates with leading zeros, tax ids without punctuation. */
function plain(id: DetailId, value: string): string {
  const text = value.trim()
  if (id === 'birthdate') return new Date(readDate(text)!).toISOString().slice(0, 10)
  return id === 'cpf_number' ? text.replaceAll(/\D/g, '') : text
}

const offered: Partial<Record<keyof ProfileInput, (value: string) => boolean>> = {
  timeZone: (value) => isTimeZone(value.trim()),
  locale: isLocale,
}

/** Select fields whose value is not an option. */
export function notOffered(input: ProfileInput): string[] {
  return entries(offered)
    .filter(([field, isOffered]) => !isEmpty(input[field]) && !isOffered(String(input[field])))
    .map(([field]) => field)
}

function entries<K extends string, V>(record: Partial<Record<K, V>>): Array<[K, V]> {
  return Object.entries(record) as Array<[K, V]>
}
