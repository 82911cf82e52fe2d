/** The part of the npm package xcode that the check uses. The package has no types. */
declare module 'xcode' {
  type Settings = Record<string, string | number | undefined>;
  type Project = {
    parseSync(): Project;
    hasFile(path: string): unknown;
    getFirstTarget(): { firstTarget: { name: string } };
    pbxResourcesBuildPhaseObj(): { files: { comment: string }[] };
    /** Contains comments between the objects, as plain text. */
    pbxXCBuildConfigurationSection(): Record<string, { buildSettings?: Settings }>;
  };
  const xcode: { project(file: string): Project };
  export default xcode;
}
