/** Identity documents and checks by a provider. */
import { defineModule } from '../../kernel/module.ts'
import { routes } from './routes.ts'
import { jobs } from './jobs.ts'
import { lifecycle } from './lifecycle.ts'
import { files } from './sealed-data.ts'
import { documentCommands } from './operator-commands.ts'
import { queues } from './queues.ts'

export default defineModule({
  name: 'verification',
  tables: ['verification.checks', 'verification.documents', 'verification.notices'],
  routes,
  jobs,
  lifecycle,
  sealedData: [files],
  operatorCommands: { documents: documentCommands },
  queues,
})
