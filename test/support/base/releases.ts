/** Releases what test helpers began. Root hooks of a helper would belong only to the first file that loads it. @module */
const releases: (() => Promise<void>)[] = []

export function releaseAfterFile(release: () => Promise<void>): void {
  releases.push(release)
}

export async function releaseAll(): Promise<void> {
  for (const release of releases.splice(0).reverse()) await release()
}
