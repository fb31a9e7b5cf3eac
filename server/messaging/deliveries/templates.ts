/**
 * Every mail and text message of the product, with the values of its texts. The texts are content. Push notifications
 * are complete, because they repeat a message of the site. A mail to an unconfirmed address has no text of a player:
 * registration could otherwise send strangers anything in our name. Links only open a page with a button, because
 * scanners of mailboxes open links and run scripts.
 */

/**
 * How a value is formatted: unchanged, as a link, as a time (from ISO text) or as a country (from two letters) in the
 * reader's language.
 */
export type ValueKind = 'text' | 'link' | 'moment' | 'country'
type Shape = Record<string, ValueKind>

export const mailTemplates = {
  'email-confirmation': { link: 'link' },
  /** To an address that already has an account, when someone registers with it. */
  'already-registered': { link: 'link', resetLink: 'link' },
  'password-reset': { link: 'link' },
  /** `country`: where the sign-in was tried. */
  'sign-in-approval': { country: 'country', link: 'link' },
  'password-changed': { at: 'moment', device: 'text', country: 'country', link: 'link' },
  /** To the previous address of the account. `newEmail` is masked by the sender. */
  'email-changed': { newEmail: 'text', at: 'moment', device: 'text', country: 'country' },
  /** An operator has removed lost second factors. */
  'factors-removed': { at: 'moment' },
  'new-device': { at: 'moment', device: 'text', country: 'country', link: 'link' },
  'social-linked': { provider: 'text', at: 'moment', country: 'country', link: 'link' },
  'account-closed': { at: 'moment' },
  /** What an operator has done to the account, in the words of the message on the site. */
  'account-notice': { title: 'text', text: 'text' },
  /** `decision` is `approved` or `declined`; `reason` may be empty. */
  'document-decided': { document: 'text', decision: 'text', reason: 'text', link: 'link' },
  /** From an operator, to players who have agreed to marketing. `button` and `link` are empty together. */
  campaign: { title: 'text', text: 'text', button: 'text', link: 'link', unsubscribe: 'link' },
  /** From an operator, about what players must know. */
  announcement: { title: 'text', text: 'text', button: 'text', link: 'link' },
  /** Support's reply to a message from the contact form. */
  'support-reply': { answer: 'text', message: 'text' },
  /** Opens the complaints of an account to whoever cannot sign in; `hours`: for how long. */
  'complaint-link': { link: 'link', hours: 'text' },
  /** From the contact form to the operator's own support. */
  'support-message': { name: 'text', email: 'text', message: 'text' },
  /** To the owner of a site that has one operator, who will act without a second person at `at`. */
  'operator-alone': { operator: 'text', act: 'text', about: 'text', at: 'moment', link: 'link' },
} as const satisfies Record<string, Shape>

export const textTemplates = {
  /** `host` binds the code to the site for browsers that fill it in. */
  'one-time-code': { code: 'text', minutes: 'text', host: 'text' },
  /**
   * To a phone that already has an account, when someone requests a code for registration or a phone change with it.
   */
  'phone-taken': {},
  /** To the previous phone of the account. */
  'phone-changed': {},
  /** As the mail of this name, to a player without a mail address. */
  'account-notice': { title: 'text', text: 'text' },
  /** From an operator, to players who have agreed to marketing by text message. */
  'campaign-text': { text: 'text', unsubscribe: 'link' },
  /** From an operator, about what players must know. */
  'announcement-text': { text: 'text' },
} as const satisfies Record<string, Shape>

const push = {
  endpoint: 'text',
  p256dh: 'text',
  auth: 'text',
  title: 'text',
  body: 'text',
  link: 'text',
  tag: 'text',
} as const
export const pushTemplates = { notification: push, offer: push } as const satisfies Record<string, Shape>

export type MailTemplate = keyof typeof mailTemplates
export type TextTemplate = keyof typeof textTemplates
export type PushTemplate = keyof typeof pushTemplates
type Template = MailTemplate | TextTemplate | PushTemplate

/** Withdrawn with the player's consent, and sent with a way to withdraw it. */
export const marketingTemplates: ReadonlySet<string> = new Set<Template>(['campaign', 'campaign-text', 'offer'])
/** Valid for one address: a player who leaves it can do nothing with them. */
export const addressTemplates: readonly Template[] = [
  'email-confirmation',
  'already-registered',
  'password-reset',
  'sign-in-approval',
]
/**
 * About the player, not the address: they follow to a new one. A new mail address is not confirmed yet, so announcements
 * follow to a phone alone.
 */
export const followingTemplates: readonly Template[] = ['document-decided', 'announcement-text']
export const announcementTemplates: readonly Template[] = ['announcement', 'announcement-text']
/**
 * What happened to the account, for whoever read the address then, who may have to object; and replies that were asked
 * for. They are sent also after the address was left or the account closed.
 */
export const lastingTemplates: readonly Template[] = [
  'password-changed',
  'email-changed',
  'phone-changed',
  'new-device',
  'social-linked',
  'account-closed',
  'account-notice',
  'support-reply',
  'complaint-link',
]

type ValuesOf<S extends Shape> = { -readonly [K in keyof S]: string }

/** The parameters of `send`: a template of the medium with exactly its values. */
export type Outgoing =
  | {
      [T in MailTemplate]: {
        medium: 'mail'
        template: T
        values: ValuesOf<(typeof mailTemplates)[T]>
        replyTo?: string
      }
    }[MailTemplate]
  | { [T in TextTemplate]: { medium: 'sms'; template: T; values: ValuesOf<(typeof textTemplates)[T]> } }[TextTemplate]
  | { [T in PushTemplate]: { medium: 'push'; template: T; values: ValuesOf<(typeof pushTemplates)[T]> } }[PushTemplate]
