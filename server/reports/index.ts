/** Reports for operators and auditors. Other contexts import only this file. */
export { writeAuditExport } from './write-audit-export.ts'
