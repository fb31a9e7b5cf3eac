/** The operator's words about one-time codes: `phone-verification` of fields-settings. */
import { useApi } from '../../api/use-api.ts'
import { useLocale } from '../../render/labels.tsx'

export type OtpWords = { limitError: string; invalidCode: string; cannotVerify: string }
const none: OtpWords = {
  limitError: 'Too many codes were asked for',
  invalidCode: 'The code is not right',
  cannotVerify: 'Cannot verify phone number',
}

/** Stock words until the operator's are there, or where they could not be had. */
export function useOtpWords(): OtpWords {
  const locale = useLocale()
  const { data } = useApi('GET /api/content/{locale}/{directory}', { params: { locale, directory: 'fields-settings' } })
  return { ...none, ...(data?.['phone-verification'] as Partial<OtpWords> | undefined) }
}
