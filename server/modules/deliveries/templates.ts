/** Every mail and text message that the house sends, with the values that its words take. The words are content. */

/** How a value is written: as it is, as a link, as a moment (ISO text) or as a country (two letters) in the reader's language. */
export type ValueKind = 'text' | 'link' | 'moment' | 'country'
type Shape = Record<string, ValueKind>

export const mailTemplates = {
  'email-confirmation': { link: 'link' },
  /** To an address that has an account already, when someone registers with it. */
  'already-registered': { link: 'link', resetLink: 'link' },
  'password-reset': { link: 'link' },
  'password-changed': { at: 'moment', device: 'text', country: 'country', link: 'link' },
  /** To the address that the account had before. `newEmail` is masked by the sender. */
  'email-changed': { newEmail: 'text', at: 'moment', device: 'text', country: 'country' },
  'new-device': { at: 'moment', device: 'text', country: 'country', link: 'link' },
  'social-linked': { provider: 'text', at: 'moment', country: 'country', link: 'link' },
  'account-closed': { at: 'moment' },
  /** `decision` is `approved` or `declined`; `reason` may be empty. */
  'document-decided': { document: 'text', decision: 'text', reason: 'text', link: 'link' },
  /** From the contact form to the operator's own support. */
  'support-message': { name: 'text', email: 'text', message: 'text' },
} as const satisfies Record<string, Shape>

export const textTemplates = {
  /** `host` binds the code to the site for browsers that fill it in. */
  'one-time-code': { code: 'text', minutes: 'text', host: 'text' },
  /** To a phone that has an account already, when someone asks for a code to open or move one. */
  'phone-taken': {},
  /** To the phone that the account had before. */
  'phone-changed': {},
} as const satisfies Record<string, Shape>

export type MailTemplate = keyof typeof mailTemplates
export type TextTemplate = keyof typeof textTemplates
type ValuesOf<S extends Shape> = { -readonly [K in keyof S]: string }

/** What `send` takes: a template of the medium with exactly its values. */
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
