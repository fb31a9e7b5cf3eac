/** Reads the texts of one-time codes from content: `phone-verification` in `fields-settings`. */
import { useApi } from '../../api/use-api.ts'
import { useLocale } from '../../render/labels.tsx'

export type OtpTexts = { limitError: string; invalidCode: string; cannotVerify: string }
const none: OtpTexts = {
  limitError: 'Too many codes were asked for',
  invalidCode: 'The code is not right',
  cannotVerify: 'Cannot verify phone number',
}

/** Returns default texts until the content is loaded, or if it fails to load. */
export function useOtpTexts(): OtpTexts {
  const locale = useLocale()
  const { data } = useApi('GET /api/content/{locale}/{directory}', { params: { locale, directory: 'fields-settings' } })
  return { ...none, ...(data?.['phone-verification'] as Partial<OtpTexts> | undefined) }
}
