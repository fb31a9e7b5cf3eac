/** The outside parties of this product, each behind its port. */
import type { Beacon } from './beacon/port.ts'
import type { Captcha } from './captcha/port.ts'
import type { MailPort } from './email/port.ts'
import type { GameStudio } from './game-studio/port.ts'
import type { IdentityCheck } from './identity-check/port.ts'
import type { PaymentPartner } from './payments/port.ts'
import type { PushPort } from './push/port.ts'
import type { RatesSource } from './rates/port.ts'
import type { SmsPort } from './sms/port.ts'
import type { Sportsbook } from './sportsbook/port.ts'
import type { SocialLogin } from './social-login/port.ts'
import type { Chain } from '../chain/index.ts'
import type { FileStore } from './storage/port.ts'

export type Partners = {
  /** Payment partners in the order in which their methods are displayed. */
  payments: PaymentPartner[]
  /** Null if no chain is configured. */
  chain: Chain | null
  /** In the order of the lobby. */
  gameStudios: GameStudio[]
  /** Null if sports are not offered. */
  sportsbook: Sportsbook | null
  captcha: Captcha
  mail: MailPort
  sms: SmsPort
  /** Null if push notifications are switched off. */
  push: PushPort | null
  /** Social sign-in methods, one per provider. */
  socialLogins: SocialLogin[]
  /** Null without an identity check. */
  identityCheck: IdentityCheck | null
  /** Null if only operators set exchange rates. */
  rates: RatesSource | null
  /** Null without a beacon: the chains of shared rounds then decide alone. */
  beacon: Beacon | null
  /** Documents of players, and attachments of the support chat. */
  storage: FileStore
}
