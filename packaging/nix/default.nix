# Builds weir from source. It needs Swift 6.0 or newer in `swiftPackages` of nixpkgs, with a clang that knows #embed.
{
  pkgs ? import <nixpkgs> { },
}:
let
  inherit (pkgs) lib swiftPackages;
  # weir loads these when a picture or a URL needs them.
  loaded = with pkgs; [ curl giflib lcms2 libheif libidn2 libjxl librsvg libtiff cairo glib fontconfig ];
in
swiftPackages.stdenv.mkDerivation {
  pname = "weir";
  version = lib.head (
    builtins.match ".*static let number = \"([^\"]+)\".*" (builtins.readFile ../../Sources/weir/Version.swift)
  );
  src = lib.cleanSource ../..;

  nativeBuildInputs = [
    swiftPackages.swift
    swiftPackages.swiftpm
    pkgs.installShellFiles
    pkgs.makeWrapper
  ];
  buildInputs = with pkgs; [ expat libjpeg libpng libwebp openssl sqlite zlib ] ++ loaded;

  buildPhase = ''
    runHook preBuild
    swift build -c release --product weir --disable-sandbox
    runHook postBuild
  '';
  installPhase = ''
    runHook preInstall
    install -Dm755 .build/release/weir $out/bin/weir
    wrapProgram $out/bin/weir --prefix LD_LIBRARY_PATH : ${lib.makeLibraryPath loaded}
    installManPage docs/man/weir.1
    installShellCompletion --cmd weir --bash completions/weir.bash --zsh completions/_weir --fish completions/weir.fish
    install -Dm644 -t $out/share/doc/weir LICENSE NOTICE CHANGELOG.md
    runHook postInstall
  '';

  meta = {
    description = "True sizes of pictures for waterfall layouts";
    homepage = lib.head (builtins.match ".*\nhome=([^\n]+)\n.*" (builtins.readFile ../project));
    license = lib.licenses.mit;
    platforms = lib.platforms.linux;
    mainProgram = "weir";
  };
}
