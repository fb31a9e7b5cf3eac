/** The configured carrier of text messages; null if there is none. */
import type { Settings } from '../../settings.ts'
import type { SmsPort } from './port.ts'
import { createTwilio } from './twilio.ts'
import { createSmsWebhook } from './webhook.ts'

export function smsCarrierOf({ sms }: Pick<Settings, 'sms'>, now: () => Date = () => new Date()): SmsPort | null {
  if (sms.twilio) return createTwilio(sms.twilio)
  return sms.webhook ? createSmsWebhook({ ...sms.webhook, now }) : null
}
