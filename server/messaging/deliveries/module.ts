/** The queue of mails and text messages. */
import { defineModule } from '../../kernel/module.ts'
import { jobs } from './jobs.ts'
import { lifecycle } from './lifecycle.ts'
import { measureDeliveries } from './internal/figures.ts'
import { timeline } from './timeline.ts'

export default defineModule({
  name: 'deliveries',
  tables: ['deliveries.deliveries'],
  jobs,
  lifecycle,
  metrics: measureDeliveries,
  timeline,
})
