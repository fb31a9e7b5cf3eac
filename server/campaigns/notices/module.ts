/** Messages about bonuses, quests, tournaments and limits: written down by a consumer, sent by a job. */
import { defineModule } from '../../kernel/module.ts'
import { consumers } from './consumers.ts'
import { jobs } from './jobs.ts'
import { lifecycle } from './lifecycle.ts'

export default defineModule({
  name: 'notices',
  tables: ['rewards.notices'],
  consumers,
  jobs,
  lifecycle,
})
