/** The outside parties that this house works with, each behind its port. */
import type { MailPort } from './email/port.ts'
import type { GameStudio } from './game-studio/port.ts'
import type { IdentityCheck } from './identity-check/port.ts'
import type { PaymentPartner } from './payments/port.ts'
import type { SmsPort } from './sms/port.ts'
import type { SocialLogin } from './social-login/port.ts'
import type { Chain } from '../modules/chain/from-settings.ts'
import type { FileStore } from './storage/port.ts'

export type Partners = {
  /** In the order in which their methods are shown. */
  payments: PaymentPartner[]
  /** Null where money moves on no chain. */
  chain: Chain | null
  /** In the order of the lobby. */
  gameStudios: GameStudio[]
  mail: MailPort
  sms: SmsPort
  /** Ways in through other houses, one a provider. */
  socialLogins: SocialLogin[]
  /** Null where nobody is checked by a provider. */
  identityCheck: IdentityCheck | null
  /** Documents of players. */
  storage: FileStore
}
