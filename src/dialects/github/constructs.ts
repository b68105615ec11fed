/** What is read where no site is found, beside what the converter knows itself. @module */
import type { Construct } from '../construct.ts'
import { githubRoles } from './roles.ts'

export const githubConstructs: readonly Construct[] = [githubRoles]
