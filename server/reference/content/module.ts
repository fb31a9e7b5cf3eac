/** Texts and pictures of the operator, merged over the shipped ones. */
import { defineModule } from '../../kernel/module.ts'
import { contentCommands } from './operator-commands.ts'
import { routes } from './routes.ts'

export default defineModule({
  name: 'content',
  tables: ['content.versions'],
  routes,
  operatorCommands: { content: contentCommands },
})
