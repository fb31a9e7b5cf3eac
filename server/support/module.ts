/** The built-in support chat. */
import * as contract from '#contract/desk/chat.ts'
import { bind, bindDesk } from '../kernel/http/bind.ts'
import { defineModule } from '../kernel/module.ts'
import * as desk from './desk.ts'
import { jobs } from './jobs.ts'
import { lifecycle } from './lifecycle.ts'
import { routes } from './routes.ts'
import { queues } from './queues.ts'
import { timeline } from './timeline.ts'
import { standing } from './standing.ts'

export default defineModule({
  name: 'chat',
  tables: ['chat.attachments', 'chat.conversations', 'chat.messages'],
  routes,
  deskRoutes: [
    bindDesk(contract.conversationsState, desk.conversationsState),
    bindDesk(contract.listConversations, desk.listConversations),
    bindDesk(contract.readConversation, desk.readConversation),
    bindDesk(contract.replyInConversation, desk.replyInConversation),
    bindDesk(contract.noteTypingInConversation, desk.noteTypingInConversation),
    bindDesk(contract.assignConversation, desk.assignConversation),
    bindDesk(contract.closeConversation, desk.closeConversation),
    bind(contract.downloadAttachment, desk.downloadAttachment),
  ],
  jobs,
  lifecycle,
  queues,
  timeline,
  standing,
})
