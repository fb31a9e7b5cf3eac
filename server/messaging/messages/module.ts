/** Notifications to players, and messages from visitors to support. */
import * as contract from '#contract/desk/contact-messages.ts'
import { bindDesk } from '../../kernel/http/bind.ts'
import { defineModule } from '../../kernel/module.ts'
import { answerContactMessage, listContactMessages, readContactMessage } from './desk.ts'
import { routes } from './routes.ts'
import { timeline } from './timeline.ts'
import { lifecycle } from './lifecycle.ts'
import { queues } from './queues.ts'

export default defineModule({
  name: 'messages',
  tables: [
    'messages.communication_answers',
    'messages.communication_counts',
    'messages.communications',
    'messages.messages',
  ],
  routes,
  deskRoutes: [
    bindDesk(contract.listContactMessages, listContactMessages),
    bindDesk(contract.readContactMessage, readContactMessage),
    bindDesk(contract.answerContactMessage, answerContactMessage),
  ],
  lifecycle,
  timeline,
  queues,
})
