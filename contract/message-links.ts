/**
 * The target of a message's button: a page of this site, one of its modals, or a call. No other address can be
 * expressed, so a message can link neither to another site nor to a script.
 */
import { z } from 'zod'

const Slug = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/)

/** Pages without a parameter. */
export const messagePages = [
  '/',
  '/betting',
  '/complaints',
  '/contact',
  '/favorites',
  '/loyalty',
  '/profile/bonuses',
  '/profile/documents',
  '/profile/history',
  '/profile/info',
  '/profile/limits',
  '/profile/notifications',
  '/profile/protection',
  '/profile/security',
  '/profile/verification',
  '/profile/wallet',
  '/providers',
  '/questions',
  '/recently-played',
  '/safer-play',
  '/tournaments',
  '/welcome-package',
] as const
/** The first part of pages with an identity: `/games/dice`. */
export const messageSections = ['bonus', 'categories', 'games', 'questions', 'static', 'tournaments'] as const
/** Modals by their query key. */
export const messageModals = ['wallet', 'quests-hub', 'quest-tasks', 'loyalty-level', 'loyalty-earn'] as const

const Page = z.strictObject({
  kind: z.literal('page'),
  path: z.union([z.enum(messagePages), z.templateLiteral(['/', z.enum(messageSections), '/', Slug])]),
})
const Modal = z.strictObject({
  kind: z.literal('modal'),
  modal: z.enum(messageModals),
  /** What the modal shows, such as `deposit` or a quest; `true` for modals that need no value. */
  value: Slug,
})
/** `id` is a quest for `activate-quest`, and a player quest for `claim-quest`. */
const Call = z.strictObject({ kind: z.literal('call'), call: z.enum(['activate-quest', 'claim-quest']), id: Slug })

export const MessageTarget = z.discriminatedUnion('kind', [Page, Modal, Call])
export type MessageTarget = z.infer<typeof MessageTarget>

export const MessageLink = z.strictObject({ label: z.string().min(1).max(60), target: MessageTarget })
export type MessageLink = z.infer<typeof MessageLink>

/** The target's address within the site, for mails and push notifications; a call is made on the site. */
export function pathOf(target: MessageTarget): string {
  switch (target.kind) {
    case 'page':
      return target.path
    case 'modal':
      return `/?${new URLSearchParams({ [target.modal]: target.value })}`
    case 'call':
      return '/profile/notifications'
  }
}
