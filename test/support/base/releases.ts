/**
 * What helpers of tests began, taken away after the test file. A hook at the root of a helper belongs to the
 * first file of a process that loads it, and not to those that come later.
 * @module
 */
const releases: (() => Promise<void>)[] = []

/** Have something taken away when all tests of the file are over. */
export function releaseAfterFile(release: () => Promise<void>): void {
  releases.push(release)
}

/** Take all of it away, what began last first. */
export async function releaseAll(): Promise<void> {
  for (const release of releases.splice(0).reverse()) await release()
}
