/** The built-in support chat. */
import { defineModule } from '../kernel/module.ts'
import { jobs } from './jobs.ts'
import { chatCommands } from './operator-commands.ts'
import { lifecycle } from './lifecycle.ts'
import { routes } from './routes.ts'
import { queues } from './queues.ts'

export default defineModule({
  name: 'chat',
  tables: ['chat.attachments', 'chat.conversations', 'chat.messages'],
  routes,
  jobs,
  lifecycle,
  operatorCommands: { chat: chatCommands },
  queues,
})
