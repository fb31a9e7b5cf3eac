// Blackjack with surrender on screen: one move more.

export { view } from '../../blackjack/client/view.ts'
