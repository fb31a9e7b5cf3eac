/** Every page of the desk, in the order of the menu. An area's pages are in its folder, with its labels (`en.json`). */
import { type ComponentType, lazy } from 'react'
import { includesScope, type Scope } from '#contract/desk/scopes.ts'
import type { DeskOperator } from '#contract/desk/session.ts'
import type { IconName } from '#web/design/icon/icon.tsx'
import type { Label } from './labels.ts'

export type PageProps = { operator: DeskOperator; params: Record<string, string> }
/** Of the menu, in its order. */
export const groups = ['players', 'money', 'games', 'rewards', 'content', 'house'] as const

type View = ComponentType<PageProps>
export type Page = {
  /** With `{name}` for a part that `params` contains, such as `/players/{id}`. */
  path: string
  title: Label
  icon: IconName
  /** Who lacks it does not find the page in the menu, and reads so when opening its address. */
  scope: Scope | null
  /** In the menu; without one it comes first. */
  group?: (typeof groups)[number]
  /** The page is reached from other pages only. */
  isUnlisted?: true
  View: View
}

/** A page's script is loaded when the page is first opened. */
const page = (load: () => Promise<View>) => lazy(async () => ({ default: await load() }))

export const pages: Page[] = [
  { path: '/', title: 'home', icon: 'home', scope: null, View: page(async () => (await import('./home.tsx')).Home) },
  {
    path: '/chat',
    title: 'chat',
    icon: 'chat',
    scope: 'support:read',
    group: 'players',
    View: page(async () => (await import('./chat/chat.tsx')).Chat),
  },
  {
    path: '/chat/{conversationId}',
    title: 'chat',
    icon: 'chat',
    scope: 'support:read',
    isUnlisted: true,
    View: page(async () => (await import('./chat/chat.tsx')).Chat),
  },
  {
    path: '/complaints',
    title: 'complaints',
    icon: 'scale',
    scope: 'complaints:read',
    group: 'players',
    View: page(async () => (await import('./complaints/complaints.tsx')).Complaints),
  },
  {
    path: '/complaints/{complaintId}',
    title: 'complaints.complaint',
    icon: 'scale',
    scope: 'complaints:read',
    isUnlisted: true,
    View: page(async () => (await import('./complaints/complaint.tsx')).ComplaintPage),
  },
  {
    path: '/messages',
    title: 'messages',
    icon: 'mail',
    scope: 'support:read',
    group: 'players',
    View: page(async () => (await import('./messages/messages.tsx')).Messages),
  },
  {
    path: '/messages/{messageId}',
    title: 'messages.message',
    icon: 'mail',
    scope: 'support:read',
    isUnlisted: true,
    View: page(async () => (await import('./messages/message.tsx')).MessagePage),
  },
  {
    path: '/withdrawals',
    title: 'payments.withdrawals',
    icon: 'withdraw',
    scope: 'cashier:read',
    group: 'money',
    View: page(async () => (await import('./payments/lists.tsx')).Withdrawals),
  },
  {
    path: '/withdrawals/{number}',
    title: 'payments.one',
    icon: 'withdraw',
    scope: 'cashier:read',
    isUnlisted: true,
    View: page(async () => (await import('./payments/case.tsx')).WithdrawalPage),
  },
  {
    path: '/flagged',
    title: 'payments.flagged',
    icon: 'flag',
    scope: 'cashier:read',
    group: 'money',
    View: page(async () => (await import('./payments/lists.tsx')).Flagged),
  },
  {
    path: '/flagged/{number}',
    title: 'payments.one',
    icon: 'flag',
    scope: 'cashier:read',
    isUnlisted: true,
    View: page(async () => (await import('./payments/case.tsx')).FlaggedPage),
  },
  {
    path: '/payments',
    title: 'payments',
    icon: 'card',
    scope: 'cashier:read',
    group: 'money',
    View: page(async () => (await import('./payments/lists.tsx')).Payments),
  },
  {
    path: '/payments/{number}',
    title: 'payments.one',
    icon: 'card',
    scope: 'cashier:read',
    isUnlisted: true,
    View: page(async () => (await import('./payments/case.tsx')).PaymentPage),
  },
  {
    path: '/sports',
    title: 'sports',
    icon: 'ball',
    scope: 'cashier:read',
    group: 'money',
    View: page(async () => (await import('./sports/sports.tsx')).Sports),
  },
  {
    path: '/books',
    title: 'payments.books',
    icon: 'scale',
    scope: 'cashier:read',
    group: 'money',
    View: page(async () => (await import('./payments/books.tsx')).Books),
  },
  {
    path: '/players/{playerId}/adjustments',
    title: 'payments.adjust',
    icon: 'edit',
    scope: 'cashier:read',
    isUnlisted: true,
    View: page(async () => (await import('./payments/adjustments.tsx')).Adjustments),
  },
  {
    path: '/players/{playerId}/rewards',
    title: 'rewards.page',
    icon: 'gift',
    scope: 'rewards:read',
    isUnlisted: true,
    View: page(async () => (await import('./rewards/player-rewards.tsx')).PlayerRewards),
  },
  {
    path: '/tournaments',
    title: 'rewards.tournaments',
    icon: 'trophy',
    scope: 'rewards:read',
    group: 'rewards',
    View: page(async () => (await import('./rewards/tournaments.tsx')).Tournaments),
  },
  {
    path: '/rewards/grant',
    title: 'rewards.choose',
    icon: 'gift',
    scope: 'rewards:do',
    isUnlisted: true,
    View: page(async () => (await import('./rewards/choose-player.tsx')).ChoosePlayer),
  },
  {
    path: '/documents',
    title: 'documents',
    icon: 'document',
    scope: 'players:read',
    group: 'players',
    View: page(async () => (await import('./documents/documents.tsx')).Documents),
  },
  {
    path: '/documents/{documentId}',
    title: 'documents.one',
    icon: 'document',
    scope: 'players:read',
    isUnlisted: true,
    View: page(async () => (await import('./documents/case.tsx')).DocumentPage),
  },
  {
    path: '/players/{playerId}',
    title: 'players',
    icon: 'user',
    scope: 'players:read',
    isUnlisted: true,
    View: page(async () => (await import('./players/player.tsx')).PlayerPage),
  },
  {
    path: '/players/{playerId}/statements',
    title: 'players.statements',
    icon: 'document',
    scope: 'cashier:read',
    isUnlisted: true,
    View: page(async () => (await import('./players/statements.tsx')).StatementsPage),
  },
  {
    path: '/players/{playerId}/acts',
    title: 'playerActs',
    icon: 'user',
    scope: 'protection:read',
    isUnlisted: true,
    View: page(async () => (await import('./player-acts/page.tsx')).PlayerActsPage),
  },
  {
    path: '/markers',
    title: 'harm.markers',
    icon: 'heart',
    scope: 'protection:read',
    group: 'players',
    View: page(async () => (await import('./harm/markers.tsx')).Markers),
  },
  {
    path: '/households',
    title: 'harm.households',
    icon: 'home',
    scope: 'protection:read',
    group: 'players',
    View: page(async () => (await import('./harm/households.tsx')).Households),
  },
  {
    path: '/open-rounds',
    title: 'games.openRounds',
    icon: 'dice',
    scope: 'games:read',
    group: 'games',
    View: page(async () => (await import('./games/open-rounds.tsx')).OpenRounds),
  },
  {
    path: '/rounds/{roundId}',
    title: 'rounds.round',
    icon: 'dice',
    scope: 'games:read',
    isUnlisted: true,
    View: page(async () => (await import('./rounds/round.tsx')).RoundPage),
  },
  {
    path: '/bets/{betId}',
    title: 'rounds.bet',
    icon: 'dice',
    scope: 'games:read',
    isUnlisted: true,
    View: page(async () => (await import('./rounds/bet.tsx')).BetPage),
  },
  {
    path: '/jackpots',
    title: 'jackpots.title',
    icon: 'trophy',
    scope: 'games:read',
    group: 'games',
    View: page(async () => (await import('./jackpots/jackpots.tsx')).Jackpots),
  },
  {
    path: '/switches',
    title: 'games.switches',
    icon: 'shield',
    scope: 'games:read',
    group: 'games',
    View: page(async () => (await import('./games/switches.tsx')).Switches),
  },
  {
    path: '/alarms',
    title: 'alarms',
    icon: 'bell',
    scope: 'reports:read',
    group: 'house',
    View: page(async () => (await import('./alarms.tsx')).Alarms),
  },
  {
    path: '/reports',
    title: 'reports.title',
    icon: 'document',
    scope: 'reports:read',
    group: 'house',
    View: page(async () => (await import('./reports/reports.tsx')).Reports),
  },
  {
    path: '/returns',
    title: 'reports.returns',
    icon: 'scale',
    scope: 'games:read',
    group: 'games',
    View: page(async () => (await import('./reports/returns.tsx')).Returns),
  },
  {
    path: '/rates',
    title: 'rates.title',
    icon: 'coin-btc',
    scope: 'cashier:read',
    group: 'money',
    View: page(async () => (await import('./rates/rates.tsx')).Rates),
  },
  {
    path: '/content',
    title: 'content.title',
    icon: 'globe',
    scope: 'content:read',
    group: 'content',
    View: page(async () => (await import('./content/content.tsx')).Content),
  },
  {
    path: '/collections',
    title: 'collections.title',
    icon: 'grid',
    scope: 'content:read',
    group: 'content',
    View: page(async () => (await import('./collections/collections.tsx')).Collections),
  },
  {
    path: '/collections/{identity}',
    title: 'collections.title',
    icon: 'grid',
    scope: 'content:read',
    isUnlisted: true,
    View: page(async () => (await import('./collections/collection.tsx')).CollectionPage),
  },
  {
    path: '/campaigns',
    title: 'campaigns.title',
    icon: 'mail',
    scope: 'campaigns:read',
    group: 'rewards',
    View: page(async () => (await import('./campaigns/campaigns.tsx')).Campaigns),
  },
  {
    path: '/campaigns/{identity}',
    title: 'campaigns.title',
    icon: 'mail',
    scope: 'campaigns:read',
    isUnlisted: true,
    View: page(async () => (await import('./campaigns/campaign.tsx')).Campaign),
  },
  {
    path: '/definitions/rewards',
    title: 'definitions.rewards',
    icon: 'gift',
    scope: 'rewards:read',
    group: 'rewards',
    View: page(async () => (await import('./definitions/list.tsx')).listOf('rewards')),
  },
  {
    path: '/definitions/rewards/{kind}/{identity}',
    title: 'definitions.rewards',
    icon: 'gift',
    scope: 'rewards:read',
    isUnlisted: true,
    View: page(async () => (await import('./definitions/definition.tsx')).definitionOf('rewards')),
  },
  {
    path: '/definitions/protection',
    title: 'definitions.protection',
    icon: 'scale',
    scope: 'protection:read',
    group: 'players',
    View: page(async () => (await import('./definitions/list.tsx')).listOf('protection')),
  },
  {
    path: '/definitions/protection/{kind}/{identity}',
    title: 'definitions.protection',
    icon: 'scale',
    scope: 'protection:read',
    isUnlisted: true,
    View: page(async () => (await import('./definitions/definition.tsx')).definitionOf('protection')),
  },
  {
    path: '/definitions/operators',
    title: 'definitions.operators',
    icon: 'settings',
    scope: 'operators:read',
    group: 'house',
    View: page(async () => (await import('./definitions/list.tsx')).listOf('operators')),
  },
  {
    path: '/definitions/operators/{kind}/{identity}',
    title: 'definitions.operators',
    icon: 'settings',
    scope: 'operators:read',
    isUnlisted: true,
    View: page(async () => (await import('./definitions/definition.tsx')).definitionOf('operators')),
  },
  {
    path: '/requests',
    title: 'requests.requests',
    icon: 'check-circle',
    scope: null,
    group: 'house',
    View: page(async () => (await import('./requests/requests.tsx')).Requests),
  },
  {
    path: '/requests/{id}',
    title: 'requests.request',
    icon: 'check-circle',
    scope: null,
    isUnlisted: true,
    View: page(async () => (await import('./requests/request.tsx')).RequestPage),
  },
  {
    path: '/people',
    title: 'people',
    icon: 'user',
    scope: 'operators:read',
    group: 'house',
    View: page(async () => (await import('./people.tsx')).People),
  },
  {
    path: '/acts',
    title: 'acts',
    icon: 'history',
    scope: 'audit:read',
    group: 'house',
    View: page(async () => (await import('./acts.tsx')).Acts),
  },
  {
    path: '/sessions',
    title: 'sessions',
    icon: 'screen',
    scope: null,
    group: 'house',
    View: page(async () => (await import('./sessions.tsx')).Sessions),
  },
]

export const mayOpen = ({ scopes }: DeskOperator, { scope }: Page): boolean =>
  scope === null || includesScope(scopes, scope)

/** Null for an address that no page has. */
export function findPage(pathname: string): { page: Page; params: Record<string, string> } | null {
  const parts = pathname.split('/')
  for (const each of pages) {
    const names = each.path.split('/')
    if (names.length !== parts.length) continue
    const params: Record<string, string> = {}
    const isMatch = names.every((name, index) => {
      const part = decode(parts[index]!)
      const parameter = /^\{(\w+)\}$/.exec(name)?.[1]
      if (!parameter || !part) return name === part
      params[parameter] = part
      return true
    })
    if (isMatch) return { page: each, params }
  }
  return null
}

function decode(part: string): string | null {
  try {
    return decodeURIComponent(part)
  } catch {
    return null
  }
}
