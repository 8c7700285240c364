/** Installs Lighthouse where that was not done; returns the file of its program. */
export declare function ensureLighthouse(): Promise<string>
