/** Installs the packages and builds the site and the server where that was not done from these sources. */
export declare function makeReady(): Promise<void>
