/** Guests' requests that are answered by mail, and the links in these mails. */
import { defineModule } from '../../kernel/module.ts'
import { jobs } from './jobs.ts'

export default defineModule({ name: 'mail-requests', tables: ['identity.mail_requests'], jobs })
