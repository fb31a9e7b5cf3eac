/** Notifications to players, and messages from visitors to support. */
import { defineModule } from '../../kernel/module.ts'
import { communicationCommands } from './communication-commands.ts'
import { routes } from './routes.ts'
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
  lifecycle,
  operatorCommands: { communications: communicationCommands },
  queues,
})
