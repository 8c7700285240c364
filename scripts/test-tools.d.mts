/** Installs Lighthouse if it is missing; returns the file of its program. */
export declare function ensureLighthouse(): Promise<string>
