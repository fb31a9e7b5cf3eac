/** Versioned definitions of rewards. Each module with definitions declares their kind, and operator commands for it. */
import { defineModule } from '../module.ts'
import { jobs } from './jobs.ts'

export default defineModule({
  name: 'definitions',
  tables: ['rewards.definitions'],
  jobs,
})
