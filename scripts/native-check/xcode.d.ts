/** The part of the npm package xcode that the check uses; it brings no types of its own. */
declare module 'xcode' {
  type Settings = Record<string, string | number | undefined>;
  type Project = {
    parseSync(): Project;
    hasFile(path: string): unknown;
    getFirstTarget(): { firstTarget: { name: string } };
    pbxResourcesBuildPhaseObj(): { files: { comment: string }[] };
    /** Comments stand between the objects, as plain text. */
    pbxXCBuildConfigurationSection(): Record<string, { buildSettings?: Settings }>;
  };
  const xcode: { project(file: string): Project };
  export default xcode;
}
