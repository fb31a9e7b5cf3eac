/** Versioned definitions of rewards. Each module with definitions declares their kind. */
import { defineModule } from '../module.ts'
import { jobs } from './jobs.ts'

export default defineModule({
  name: 'definitions',
  tables: ['rewards.definitions'],
  jobs,
})
