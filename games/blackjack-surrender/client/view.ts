// The view of blackjack with surrender, which is a further move.

export { view } from '../../blackjack/client/view.ts'
